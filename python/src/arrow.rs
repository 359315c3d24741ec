//! Arrow columns that cross the border, by the PyCapsule interface.
//!
//! The only room of this crate with `unsafe`: a capsule holds a struct of Arrow's C interface, and its
//! name is all that says which. A crate that does the same brings casts between all types, which are
//! half of the wheel and of its build; nothing here is ever cast, since a request for another type
//! may be left to the one who asks (Arrow, PyCapsule interface, section "Export protocol").

use crate::failure::Failure;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, StructArray, make_array};
use arrow_schema::{DataType, Field};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};
use std::ffi::CStr;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// What Arrow or the owner of a column says against handing it over.
fn refused(py: Python<'_>, words: impl std::fmt::Display) -> PyErr {
    Failure::usage(format!("the column cannot be read: {words}")).raise(py)
}

/// The pieces of a column or table that speaks Arrow, where they lie; `None` when they lie askew.
pub fn pieces(data: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    let py = data.py();
    asked(data).map_err(|error| {
        let known = py.import("sudolab.errors").and_then(|m| m.getattr("SudolabError"));
        let is_known = known.is_ok_and(|kind| error.is_instance(py, &kind));
        // An interrupt is no exception of this kind.
        if is_known || !error.is_instance_of::<PyException>(py) {
            return error;
        }
        let told = refused(py, error.value(py));
        told.set_cause(py, Some(error));
        told
    })
}

fn asked(data: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    if data.hasattr("__arrow_c_array__")? {
        type Pair<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);
        let (schema, array): Pair<'_> = data.call_method0("__arrow_c_array__")?.extract()?;
        return Ok(whole(&schema, &array)?.map(|array| vec![array]));
    }
    let stream = data.call_method0("__arrow_c_stream__")?;
    streamed(&stream.cast_into::<PyCapsule>()?)
}

fn whole(
    schema: &Bound<'_, PyCapsule>,
    array: &Bound<'_, PyCapsule>,
) -> PyResult<Option<ArrayRef>> {
    let py = schema.py();
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: a capsule of this name holds this struct; taking it leaves an empty one behind.
    let schema = unsafe { FFI_ArrowSchema::from_raw(schema.as_ptr()) };
    // SAFETY: the same.
    let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
    taken(py, array, &schema)
}

fn taken(
    py: Python<'_>,
    array: FFI_ArrowArray,
    schema: &FFI_ArrowSchema,
) -> PyResult<Option<ArrayRef>> {
    if array.is_released() {
        return Err(refused(py, "it was handed over before"));
    }
    if is_askew(&array) {
        return Ok(None);
    }
    // SAFETY: who hands out an array with a schema promises that it is of that schema.
    let data = unsafe { from_ffi(array, schema) }.map_err(|error| refused(py, error))?;
    Ok(Some(make_array(data)))
}

/// Whether the places of texts do not lie where whole numbers do: Arrow recommends that they do, asks it of
/// nobody, and the crate reads them before it could copy them. So they lie in columns that came
/// over a network and were left in the middle of what came.
fn is_askew(array: &FFI_ArrowArray) -> bool {
    // Texts have three buffers: which there are, places, bytes; or views, bytes in several, lengths of those.
    let n = array.num_buffers();
    let (places, lengths) = ((n >= 3).then_some(1), (n > 3).then(|| n - 1));
    let is_off = |i: usize| !array.buffer(i).addr().is_multiple_of(align_of::<i64>());
    places.into_iter().chain(lengths).any(is_off)
        || (0..array.num_children()).any(|child| is_askew(array.child(child)))
}

fn streamed(capsule: &Bound<'_, PyCapsule>) -> PyResult<Option<Vec<ArrayRef>>> {
    let py = capsule.py();
    let stream = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds this struct; taking it leaves an empty one behind.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(refused(py, "its stream was handed over before"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream is not released, and the struct is ours to fill.
    let status = unsafe { get_schema(&mut stream, &mut schema) };
    heard(py, &mut stream, status)?;
    let mut pieces = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the same.
        let status = unsafe { get_next(&mut stream, &mut array) };
        heard(py, &mut stream, status)?;
        // A released array is the end.
        if array.is_released() {
            return Ok(Some(pieces));
        }
        let Some(piece) = taken(py, array, &schema)? else { return Ok(None) };
        pieces.push(piece);
    }
}

/// What a stream says when it fails.
fn heard(py: Python<'_>, stream: &mut FFI_ArrowArrayStream, status: i32) -> PyResult<()> {
    if status == 0 {
        return Ok(());
    }
    let words = stream.get_last_error.map(|get_last_error| {
        // SAFETY: the stream is not released.
        unsafe { get_last_error(stream) }
    });
    let words = words.filter(|words| !words.is_null()).map(|words| {
        // SAFETY: what is not null is a string that lives until the stream is asked again.
        unsafe { CStr::from_ptr(words) }.to_string_lossy().into_owned()
    });
    let words = words.unwrap_or_else(|| format!("the stream failed with code {status}"));
    Err(refused(py, words))
}

/// The columns of a table as a schema.
pub fn schema_capsule<'py>(
    py: Python<'py>,
    batch: &RecordBatch,
) -> PyResult<Bound<'py, PyCapsule>> {
    let fields = batch.schema().fields().clone();
    let field = Field::new("", DataType::Struct(fields), false);
    let schema = FFI_ArrowSchema::try_from(&field).map_err(|error| refused(py, error))?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// The rows of a table as one array of structs, without a copy.
pub fn array_capsule<'py>(py: Python<'py>, batch: &RecordBatch) -> PyResult<Bound<'py, PyCapsule>> {
    let array = FFI_ArrowArray::new(&StructArray::from(batch.clone()).to_data());
    PyCapsule::new_with_value(py, array, ARRAY)
}

/// The rows of a table as a stream of one array, without a copy.
pub fn stream_capsule<'py>(
    py: Python<'py>,
    batch: &RecordBatch,
) -> PyResult<Bound<'py, PyCapsule>> {
    let rows = RecordBatchIterator::new(vec![Ok(batch.clone())], batch.schema());
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(rows)), STREAM)
}
