//! The language server of uur in Zed.

use zed_extension_api as zed;

struct Uur;

impl zed::Extension for Uur {
    fn new() -> Self {
        Uur
    }

    fn language_server_command(
        &mut self,
        _: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let command = worktree.which("uur").ok_or("`uur` is not on the path")?;
        Ok(zed::Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Uur);
