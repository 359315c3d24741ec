//! The same picture as a bitmap or a PDF page.
//!
//! Text is set with the fonts of the machine. Without any, the picture would silently lose its
//! words, so that is an error here.

use super::figure::Figure;
use krilla_svg::SurfaceExt;
use resvg::{tiny_skia, usvg};
use std::sync::{Arc, OnceLock};

/// Why a picture could not be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ImageError {
    /// There is no font to set the text with.
    #[error(
        "no fonts were found on this machine; install one, such as DejaVu Sans, or use the SVG"
    )]
    NoFonts,
    /// The bitmap would be larger than memory allows, or of no size.
    #[error(
        "a bitmap of {width} x {height} pixels cannot be made; choose a resolution between 30 and 1200 dpi"
    )]
    Size {
        /// Width asked for.
        width: u32,
        /// Height asked for.
        height: u32,
    },
    /// The renderer refused the picture.
    #[error("the picture could not be rendered: {0}")]
    Renderer(String),
}

impl Figure {
    /// The picture as PNG with this many dots per inch.
    pub fn png(&self, dpi: f64) -> Result<Vec<u8>, ImageError> {
        let tree = self.tree()?;
        // usvg counts in CSS pixels of 1/96 inch.
        let scale = dpi / 96.0;
        let (width, height) = (
            (f64::from(tree.size().width()) * scale).ceil(),
            (f64::from(tree.size().height()) * scale).ceil(),
        );
        let refused = || ImageError::Size { width: width as u32, height: height as u32 };
        if !(width >= 1.0 && height >= 1.0 && width * height <= 4e8) {
            return Err(refused());
        }
        let mut pixmap = tiny_skia::Pixmap::new(width as u32, height as u32).ok_or_else(refused)?;
        resvg::render(
            &tree,
            tiny_skia::Transform::from_scale(scale as f32, scale as f32),
            &mut pixmap.as_mut(),
        );
        pixmap.encode_png().map_err(|e| ImageError::Renderer(e.to_string()))
    }

    /// The picture as a PDF of one page of its size, text as text.
    pub fn pdf(&self) -> Result<Vec<u8>, ImageError> {
        let tree = self.tree()?;
        // Pages are measured in points of 1/72 inch.
        let (width, height) = (tree.size().width() * 0.75, tree.size().height() * 0.75);
        let size = krilla::geom::Size::from_wh(width, height)
            .ok_or(ImageError::Size { width: width as u32, height: height as u32 })?;
        let settings = krilla::page::PageSettings::from_wh(width, height)
            .ok_or(ImageError::Size { width: width as u32, height: height as u32 })?;
        let mut document = krilla::Document::new();
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        surface
            .draw_svg(&tree, size, krilla_svg::SvgSettings::default())
            .ok_or_else(|| ImageError::Renderer("the PDF writer could not draw it".to_owned()))?;
        surface.finish();
        page.finish();
        document.finish().map_err(|e| ImageError::Renderer(format!("{e:?}")))
    }

    fn tree(&self) -> Result<usvg::Tree, ImageError> {
        let options = usvg::Options {
            fontdb: fonts()?,
            font_family: "sans-serif".to_owned(),
            ..Default::default()
        };
        usvg::Tree::from_str(&self.svg(), &options).map_err(|e| ImageError::Renderer(e.to_string()))
    }
}

/// The fonts of this machine, read once.
fn fonts() -> Result<Arc<usvg::fontdb::Database>, ImageError> {
    static FONTS: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_system_fonts();
        // "sans-serif" has to mean a font that is here.
        let known = ["Helvetica", "Arial", "Liberation Sans", "DejaVu Sans", "Noto Sans"];
        let family = known
            .into_iter()
            .find(|name| {
                fonts.faces().any(|face| face.families.iter().any(|(family, _)| family == name))
            })
            .map(str::to_owned)
            .or_else(|| {
                fonts
                    .faces()
                    .find_map(|face| face.families.first().map(|(family, _)| family.clone()))
            });
        if let Some(family) = family {
            fonts.set_sans_serif_family(family);
        }
        Arc::new(fonts)
    });
    if fonts.is_empty() { Err(ImageError::NoFonts) } else { Ok(Arc::clone(fonts)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::{Measure, Sample, ecdf};

    #[test]
    fn a_figure_becomes_a_bitmap_and_a_page() {
        let sample = Sample::new("rules", vec![0.1, 0.2, 0.4]).with_beyond(1, 20.0);
        let figure = ecdf(&[sample], &Measure::time());
        let png = match figure.png(150.0) {
            Err(ImageError::NoFonts) => {
                eprintln!("skipped: no fonts on this machine");
                return;
            }
            other => other.expect("a bitmap"),
        };
        let pixmap = tiny_skia::Pixmap::decode_png(&png).expect("our own PNG");
        // 249 points are 518.75 pixels at 150 dpi.
        assert_eq!(pixmap.width(), 519);
        let inked = pixmap.pixels().iter().filter(|p| p.red() < 100).count();
        assert!(inked > 1000, "{inked} dark pixels");
        let pdf = figure.pdf().expect("a page");
        assert!(pdf.starts_with(b"%PDF-") && pdf.len() > 2000);
        assert!(matches!(figure.png(1e6), Err(ImageError::Size { .. })));
        assert!(matches!(figure.png(f64::NAN), Err(ImageError::Size { .. })));
    }
}
