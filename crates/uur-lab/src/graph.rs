//! Directed graphs of positions.

/// A directed graph as adjacency lists: the edges of each node, one list after the other.
pub(crate) struct AdjacencyLists {
    first: Vec<usize>,
    all: Vec<u32>,
}

impl AdjacencyLists {
    /// A graph of edges, each with the node that it belongs to.
    pub fn new(nodes: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut first = vec![0; nodes + 1];
        edges.clone().for_each(|(node, _)| first[node as usize + 1] += 1);
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        let mut next = first.clone();
        let mut all = vec![0; first[nodes]];
        for (node, edge) in edges {
            all[next[node as usize]] = edge;
            next[node as usize] += 1;
        }
        AdjacencyLists { first, all }
    }

    /// Returns the edges of a node.
    pub fn of(&self, node: usize) -> &[u32] {
        &self.all[self.first[node]..self.first[node + 1]]
    }
}
