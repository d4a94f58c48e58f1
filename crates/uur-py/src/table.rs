//! Tables of results, which other tools read without copying by the Arrow PyCapsule interface.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, cast::AsArray};
use arrow_schema::{DataType, Field, Schema};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCapsule, PyDict, PyFloat, PyInt, PyList, PyString};

use crate::data::Pickled;

/// A table in memory. It never changes.
#[pyclass(module = "uur", name = "Table", frozen)]
pub struct PyTable {
    batch: RecordBatch,
}

impl PyTable {
    /// A table of columns with names.
    ///
    /// # Errors
    /// If the columns have different lengths.
    pub fn of(columns: Vec<(String, ArrayRef)>) -> PyResult<PyTable> {
        let fields: Vec<Field> =
            columns.iter().map(|(name, column)| Field::new(name, column.data_type().clone(), true)).collect();
        let columns = columns.into_iter().map(|(_, column)| column).collect();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns);
        batch.map(|batch| PyTable { batch }).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn value<'py>(py: Python<'py>, column: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
        if column.is_null(row) {
            return Ok(py.None().into_bound(py));
        }
        match column.data_type() {
            DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into_bound_py_any(py),
            DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into_bound_py_any(py),
            DataType::Boolean => column.as_boolean().value(row).into_bound_py_any(py),
            DataType::Utf8 => column.as_string::<i32>().value(row).into_bound_py_any(py),
            other => Err(PyTypeError::new_err(format!("a column of {other}"))),
        }
    }
}

/// The values of a column in Arrow: whole numbers, numbers, truth values or texts, and `None`.
fn column(values: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let values: Vec<Bound<'_, PyAny>> = values.try_iter()?.collect::<PyResult<_>>()?;
    let known = || values.iter().filter(|value| !value.is_none());
    let missing = |value: &Bound<'_, PyAny>| value.is_none();
    if known().next().is_some() && known().all(|value| value.is_instance_of::<PyBool>()) {
        let mut built = BooleanBuilder::new();
        for value in &values {
            built.append_option(if missing(value) { None } else { Some(value.extract()?) });
        }
        return Ok(Arc::new(built.finish()));
    }
    if known().next().is_some() && known().all(|value| value.is_instance_of::<PyInt>()) {
        let mut built = Int64Builder::new();
        for value in &values {
            built.append_option(if missing(value) { None } else { Some(value.extract()?) });
        }
        return Ok(Arc::new(built.finish()));
    }
    let is_number = |value: &Bound<'_, PyAny>| value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if known().next().is_some() && known().all(is_number) {
        let mut built = Float64Builder::new();
        for value in &values {
            built.append_option(if missing(value) { None } else { Some(value.extract()?) });
        }
        return Ok(Arc::new(built.finish()));
    }
    if known().all(|value| value.is_instance_of::<PyString>()) {
        let mut built = StringBuilder::new();
        for value in &values {
            built.append_option(if missing(value) { None } else { Some(value.extract::<String>()?) });
        }
        return Ok(Arc::new(built.finish()));
    }
    Err(PyTypeError::new_err("a column has whole numbers, numbers, truth values or texts"))
}

#[pymethods]
impl PyTable {
    #[new]
    fn new(columns: &Bound<'_, PyDict>) -> PyResult<PyTable> {
        let columns: PyResult<Vec<_>> =
            columns.iter().map(|(name, values)| Ok((name.extract::<String>()?, column(&values)?))).collect();
        PyTable::of(columns?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>, py: Python<'py>) -> Pickled<'py, (Bound<'py, PyDict>,)> {
        Ok((slf.get_type().into_any(), (slf.get().to_dict(py)?,)))
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let column = self.batch.column_by_name(name).ok_or_else(|| PyKeyError::new_err(name.to_string()))?;
        let values: PyResult<Vec<_>> = (0..column.len()).map(|row| PyTable::value(py, column, row)).collect();
        PyList::new(py, values?)
    }

    /// The columns as lists, by their names.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for name in self.columns() {
            dict.set_item(&name, self.__getitem__(py, &name)?)?;
        }
        Ok(dict)
    }

    fn __eq__(&self, other: &PyTable) -> bool {
        self.batch == other.batch
    }

    fn __repr__(&self) -> String {
        format!("<uur.Table of {} rows: {}>", self.batch.num_rows(), self.columns().join(", "))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer ignore the schema that is requested.
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }
}
