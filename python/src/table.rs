//! Results by column: one row for each input, handed to Arrow without a copy and to NumPy by column.

use crate::arrow;
use crate::failure::Failure;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, LargeStringArray, RecordBatch,
    UInt64Array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Schema};
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;
use sudolab_wire::{Error, ErrorCode};

/// Results by column.
#[pyclass(frozen, module = "sudolab._core")]
pub struct Table {
    batch: RecordBatch,
    failures: Vec<Failure>,
    end: Option<String>,
}

impl Table {
    /// Columns of the same length, and what went wrong in some rows.
    pub fn new(columns: Vec<(&str, ArrayRef)>, failures: Vec<Failure>) -> Result<Table, Failure> {
        let field =
            |(name, array): &(&str, ArrayRef)| Field::new(*name, array.data_type().clone(), true);
        let schema = Schema::new(columns.iter().map(field).collect::<Vec<Field>>());
        let arrays = columns.into_iter().map(|(_, array)| array).collect();
        let batch = RecordBatch::try_new(Arc::new(schema), arrays)
            .map_err(|error| Failure::from(Error::new(ErrorCode::Wrong, error.to_string())))?;
        Ok(Table { batch, failures, end: None })
    }

    /// The same with why it ended before all was done.
    pub fn ended(mut self, end: Option<String>) -> Table {
        self.end = end;
        self
    }

    /// The first that went wrong, or the table.
    pub fn or_first_failure(self, py: Python<'_>) -> PyResult<Table> {
        match self.failures.first() {
            Some(failure) => Err(failure.raise(py)),
            None => Ok(self),
        }
    }

    fn texts(&self, name: &str) -> PyResult<&LargeStringArray> {
        let texts = self.array(name)?.as_string_opt::<i64>();
        texts.ok_or_else(|| {
            pyo3::exceptions::PyTypeError::new_err(format!("the column {name:?} holds no text"))
        })
    }

    fn array(&self, name: &str) -> PyResult<&ArrayRef> {
        self.batch.column_by_name(name).ok_or_else(|| {
            pyo3::exceptions::PyKeyError::new_err(format!("there is no column {name:?}"))
        })
    }
}

/// A column that can be pickled: its name, an array of numbers or [`Texts`], and where nothing is said.
type Picklable<'py> = (String, Bound<'py, PyAny>, Option<Bound<'py, PyArray1<bool>>>);

/// Texts one after the other, and where each begins and the last ends. A column that says nothing has
/// places alone: as many as rows, as one number.
type Texts<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u8>>);

fn garbled() -> Failure {
    Failure::usage("the column is not in the form of this version")
}

/// Numbers or texts as a column, with gaps.
fn array_of(
    values: &Bound<'_, PyAny>,
    missing: Option<&Bound<'_, PyArray1<bool>>>,
) -> PyResult<ArrayRef> {
    let gaps = missing.map(|gaps| gaps.try_readonly()).transpose()?;
    let gaps = gaps.as_ref().map(|gaps| gaps.as_slice()).transpose()?;
    let numbers = numbers::<u64, UInt64Array>(values, gaps)
        .or_else(|| numbers::<i64, Int64Array>(values, gaps))
        .or_else(|| numbers::<f64, Float64Array>(values, gaps))
        .or_else(|| numbers::<bool, BooleanArray>(values, gaps));
    if let Some(numbers) = numbers {
        return numbers;
    }
    let py = values.py();
    if let Ok(rows) = values.extract::<usize>() {
        return Ok(Arc::new(LargeStringArray::new_null(rows)));
    }
    let (places, bytes): Texts<'_> = values.extract()?;
    let (places, bytes) = (places.try_readonly()?, bytes.try_readonly()?);
    let (places, bytes) = (places.as_slice()?, bytes.as_slice()?);
    let rise = places.first().is_some_and(|&first| first >= 0) && places.is_sorted();
    let nulls = gaps.map(|gaps| NullBuffer::from_iter(gaps.iter().map(|&gap| !gap)));
    if !rise || nulls.as_ref().is_some_and(|nulls| nulls.len() + 1 != places.len()) {
        return Err(garbled().raise(py));
    }
    let places = OffsetBuffer::new(ScalarBuffer::from(places.to_vec()));
    let texts = LargeStringArray::try_new(places, Buffer::from(bytes), nulls);
    texts.map(|texts| Arc::new(texts) as ArrayRef).map_err(|_| garbled().raise(py))
}

/// A column of one type, if the array is of that type.
fn numbers<T: Element + Copy, A: From<Vec<Option<T>>> + Array + 'static>(
    values: &Bound<'_, PyAny>,
    gaps: Option<&[bool]>,
) -> Option<PyResult<ArrayRef>> {
    let array = values.cast::<PyArray1<T>>().ok()?.readonly();
    let there = |i: usize| gaps.is_none_or(|gaps| gaps.get(i) != Some(&true));
    let read = |values: &[T]| -> ArrayRef {
        let values = values.iter().enumerate().map(|(i, &value)| there(i).then_some(value));
        Arc::new(A::from(values.collect::<Vec<Option<T>>>()))
    };
    Some(array.as_slice().map(read).map_err(PyErr::from))
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The names of the columns.
    fn names(&self) -> Vec<String> {
        self.batch.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The exceptions of the rows that failed, with their rows.
    fn problems(&self, py: Python<'_>) -> Vec<(usize, PyErr)> {
        let raised = |f: &Failure| (f.row.unwrap_or(0), f.raise(py));
        self.failures.iter().map(raised).collect()
    }

    /// Why it ended before all was done.
    fn end(&self) -> Option<String> {
        self.end.clone()
    }

    /// A column of numbers or truth values as an array; text as a list.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let array = self.array(name)?;
        Ok(match array.data_type() {
            DataType::UInt64 => {
                PyArray1::from_slice(py, array.as_primitive::<UInt64Type>().values()).into_any()
            }
            DataType::Int64 => {
                PyArray1::from_slice(py, array.as_primitive::<Int64Type>().values()).into_any()
            }
            DataType::Float64 => {
                PyArray1::from_slice(py, array.as_primitive::<Float64Type>().values()).into_any()
            }
            DataType::Boolean => {
                let values: Vec<bool> = array.as_boolean().values().iter().collect();
                PyArray1::from_vec(py, values).into_any()
            }
            _ => {
                let texts: Vec<Option<&str>> = array.as_string::<i64>().iter().collect();
                texts.into_pyobject(py)?
            }
        })
    }

    /// Where a column says nothing; `None` where it says something everywhere.
    fn missing<'py>(
        &self,
        py: Python<'py>,
        name: &str,
    ) -> PyResult<Option<Bound<'py, PyArray1<bool>>>> {
        let nulls = self.array(name)?.nulls();
        Ok(nulls.map(|n| PyArray1::from_vec(py, n.iter().map(|there| !there).collect())))
    }

    /// Some of the rows, where they lie.
    fn rows(&self, first: usize, n: usize) -> Table {
        let first = first.min(self.batch.num_rows());
        let n = n.min(self.batch.num_rows() - first);
        Table { batch: self.batch.slice(first, n), failures: Vec::new(), end: None }
    }

    /// Whether a column holds text.
    fn is_text(&self, name: &str) -> PyResult<bool> {
        Ok(self.array(name)?.data_type() == &DataType::LargeUtf8)
    }

    /// A column of texts as an array of objects; rows that say the same one after the other share theirs.
    fn objects<'py>(
        &self,
        py: Python<'py>,
        name: &str,
    ) -> PyResult<Bound<'py, PyArray1<Py<PyAny>>>> {
        let texts = self.texts(name)?;
        let mut last: Option<(&str, Py<PyAny>)> = None;
        let mut objects = Vec::with_capacity(texts.len());
        for text in texts {
            let Some(text) = text else {
                objects.push(py.None());
                continue;
            };
            let known = last.as_ref().filter(|(known, _)| *known == text);
            let object = match known {
                Some((_, object)) => object.clone_ref(py),
                None => text.into_pyobject(py)?.into_any().unbind(),
            };
            objects.push(object.clone_ref(py));
            last = Some((text, object));
        }
        Ok(PyArray1::from_vec(py, objects))
    }

    /// A column of lines as one array with a row for each, zeros where there is none or a blank.
    fn cells<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let lines = self.texts(name)?;
        let width = lines.iter().flatten().next().map_or(81, str::len);
        let mut cells = vec![0u8; lines.len() * width];
        for (row, (line, there)) in lines.iter().zip(cells.chunks_exact_mut(width)).enumerate() {
            let Some(line) = line else { continue };
            if line.len() != width {
                let message = format!(
                    "row {row} has {} cells and not {width}; boards of several sizes fit no one array",
                    line.len()
                );
                return Err(Failure::usage(message).in_row(row).raise(py));
            }
            for (cell, symbol) in there.iter_mut().zip(line.bytes()) {
                *cell = match symbol {
                    b'1'..=b'9' => symbol - b'0',
                    b'A'..=b'Z' => symbol - b'A' + 10,
                    b'.' if name == "puzzle" => 0,
                    _ => {
                        let message = "this is no square board of digits from 1 that letters can write; use to_list";
                        return Err(Failure::usage(message).in_row(row).raise(py));
                    }
                };
            }
        }
        let rows = lines.len();
        PyArray1::from_vec(py, cells).reshape([rows, width])
    }

    /// The columns as they can be pickled.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Vec<Picklable<'py>>> {
        let column = |name: String| -> PyResult<Picklable<'py>> {
            let array = self.array(&name)?;
            let Some(texts) = array.as_string_opt::<i64>() else {
                let (values, missing) = (self.column(py, &name)?, self.missing(py, &name)?);
                return Ok((name, values, missing));
            };
            if texts.null_count() == texts.len() {
                return Ok((name, texts.len().into_pyobject(py)?.into_any(), None));
            }
            let places = PyArray1::from_slice(py, texts.offsets());
            let told = (places, PyArray1::from_slice(py, texts.value_data()));
            let missing = self.missing(py, &name)?;
            Ok((name, told.into_pyobject(py)?.into_any(), missing))
        };
        self.names().into_iter().map(column).collect()
    }

    /// A table from such columns.
    #[staticmethod]
    fn of_columns(
        py: Python<'_>,
        columns: Vec<Picklable<'_>>,
        end: Option<String>,
    ) -> PyResult<Table> {
        let mut arrays: Vec<(String, ArrayRef)> = Vec::with_capacity(columns.len());
        for (name, values, missing) in columns {
            arrays.push((name, array_of(&values, missing.as_ref())?));
        }
        let named = arrays.iter().map(|(name, array)| (name.as_str(), array.clone())).collect();
        let table = Table::new(named, Vec::new()).map_err(|failure| failure.raise(py))?;
        Ok(table.ended(end))
    }

    /// A row as texts, numbers and truth values.
    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let field = |array: &ArrayRef| -> PyResult<Bound<'py, PyAny>> {
            if array.is_null(row) {
                return Ok(py.None().into_bound(py));
            }
            Ok(match array.data_type() {
                DataType::UInt64 => {
                    array.as_primitive::<UInt64Type>().value(row).into_pyobject(py)?.into_any()
                }
                DataType::Int64 => {
                    array.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any()
                }
                DataType::Float64 => {
                    array.as_primitive::<Float64Type>().value(row).into_pyobject(py)?.into_any()
                }
                DataType::Boolean => {
                    array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any()
                }
                _ => array.as_string::<i64>().value(row).into_pyobject(py)?.into_any(),
            })
        };
        if row >= self.batch.num_rows() {
            return Err(pyo3::exceptions::PyIndexError::new_err("there is no such row"));
        }
        self.batch.columns().iter().map(field).collect()
    }

    /// The columns as Arrow sees them.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::schema_capsule(py, &self.batch)
    }

    /// The rows as one Arrow array of structs, without a copy.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        Ok((arrow::schema_capsule(py, &self.batch)?, arrow::array_capsule(py, &self.batch)?))
    }

    /// The rows as an Arrow stream of one array, without a copy.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        arrow::stream_capsule(py, &self.batch)
    }
}
