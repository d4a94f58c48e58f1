// A client of the language server's protocol: requests and notifications as texts of JSON-RPC.

/**
 * A refusal by the server.
 */
export class ServerRefusal extends Error {}

export class LanguageClient {
  #send;
  #next = 1;
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  /** @type {Map<string, (params: any) => void>} */
  #handlers = new Map();

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pause;

  /**
   * @param {(message: string) => Promise<{messages: string[], pause: number | null}>} send Gives a message to the
   * server. It answers with its messages, and with the time after which it has more to say to an empty message.
   */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Calls a function for each notification of a method.
   * @param {string} method
   * @param {(params: any) => void} handler
   */
  on(method, handler) {
    this.#handlers.set(method, handler);
  }

  /**
   * Asks the server. The promise fails with the server's message.
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>}
   */
  request(method, params) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#deliver(JSON.stringify({ jsonrpc: "2.0", id, method, params })).catch((error) => {
        this.#waiting.delete(id);
        reject(error);
      });
    });
  }

  /**
   * Tells the server something.
   * @param {string} method
   * @param {object} params
   */
  notify(method, params) {
    return this.#deliver(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /** @param {string} message */
  async #deliver(message) {
    clearTimeout(this.#pause);
    const { messages, pause } = await this.#send(message);
    clearTimeout(this.#pause);
    if (pause !== null) this.#pause = setTimeout(() => void this.#deliver("").catch(() => {}), pause);
    for (const answer of messages) this.#receive(JSON.parse(answer));
  }

  /** @param {any} message */
  #receive(message) {
    if (message.method !== undefined) {
      this.#handlers.get(message.method)?.(message.params);
      // A request of the server is answered with nothing.
      if (message.id !== undefined) void this.#deliver(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: null }));
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new ServerRefusal(message.error.message));
    else waiting?.resolve(message.result);
  }
}
