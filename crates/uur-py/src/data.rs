//! Results as Python values.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

/// What `pickle` asks of a value: the function that makes it again, and its arguments.
pub type Pickled<'py, T> = PyResult<(Bound<'py, PyAny>, T)>;

/// Converts a JSON value.
pub fn json_to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), ..) => number.into_bound_py_any(py),
            (_, Some(number), _) => number.into_bound_py_any(py),
            (.., number) => number.into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(values) => {
            let list = PyList::empty(py);
            values.iter().try_for_each(|value| list.append(json_to_python(py, value)?))?;
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            fields.iter().try_for_each(|(name, value)| dict.set_item(name, json_to_python(py, value)?))?;
            Ok(dict.into_any())
        }
    }
}

/// Converts a value with fields to a dictionary.
pub fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    json_to_python(py, &serde_json::to_value(value).expect("results have only texts as keys"))
}

/// Makes one of the classes of `uur._data` from a value with its fields.
pub fn made<'py>(py: Python<'py>, class: &str, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    py.import("uur._data")?.getattr(class)?.call_method1("_of", (to_python(py, value)?,))
}
