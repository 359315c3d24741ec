//! Answers and errors as HTTP says them.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use sudolab_wire::verb::Reply;
use sudolab_wire::{Error, ErrorCode, line};

/// The status that fits an error.
pub fn status(error: &Error) -> StatusCode {
    let in_field = error.place.as_ref().is_some_and(|place| place.field.is_some());
    match error.code {
        ErrorCode::Syntax if !in_field => StatusCode::BAD_REQUEST,
        ErrorCode::TimeLimit => StatusCode::GATEWAY_TIMEOUT,
        ErrorCode::Cancelled => StatusCode::CONFLICT,
        ErrorCode::Wrong => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorCode::Refused => StatusCode::FORBIDDEN,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::Method => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::MediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

/// An error as a reply.
pub fn refusal(error: &Error) -> Response {
    with(status(error), "application/json", Body::from(line(error)))
}

/// An answer, or what went wrong.
pub fn answer(result: Result<Reply, Error>) -> Response {
    match result {
        Ok(Reply::Json(text)) => with(StatusCode::OK, "application/json", Body::from(text)),
        Ok(Reply::File { media, bytes }) => with(StatusCode::OK, media, Body::from(bytes)),
        Err(error) => refusal(&error),
    }
}

/// A reply of some media type.
pub fn with(status: StatusCode, media: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    response
}
