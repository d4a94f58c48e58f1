//! The module `uur._uur`: the engine and the laboratory of uur for Python. The package `uur` around it adds what is
//! written in Python. `python/uur/_uur.pyi` documents what is public.

mod actions;
mod data;
mod design;
mod endgames;
mod game;
mod play;
mod problem;
mod round;
mod series;
mod solve;
mod table;
mod vector;
mod work;

use pyo3::prelude::*;

/// The engine and the laboratory of uur.
#[pymodule]
fn _uur(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("UurError", py.get_type::<problem::UurError>())?;
    module.add("RulesError", py.get_type::<problem::RulesError>())?;
    module.add("NotationError", py.get_type::<problem::NotationError>())?;
    module.add("MoveError", py.get_type::<problem::MoveError>())?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<play::PyPosition>()?;
    module.add_class::<play::PyPlay>()?;
    module.add_class::<series::PyReport>()?;
    module.add_class::<table::PyTable>()?;
    module.add_class::<endgames::PyEndgames>()?;
    module.add_class::<round::PyRound>()?;
    module.add_class::<design::PyDesigner>()?;
    module.add_class::<vector::PyRoundBatch>()?;
    module.add_function(wrap_pyfunction!(game::shipped, module)?)?;
    module.add_function(wrap_pyfunction!(design::assayed, module)?)?;
    module.add_function(wrap_pyfunction!(series::ratings, module)?)?;
    module.add_function(wrap_pyfunction!(series::axis, module)?)?;
    Ok(())
}
