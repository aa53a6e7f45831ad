//! A workspace as one page to read, with nothing in it that runs or is loaded.

/// The page.
pub(super) fn page(name: &str, files: &[(String, Vec<u8>)]) -> String {
    let name = escaped(name);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{name}</title>\n\
         <meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <style>body {{ font: 16px/1.5 sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }} \
         pre {{ white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }} h2 {{ border-top: 1px solid; padding-top: 1rem }}\
         </style></head>\n<body><h1>{name}</h1>\n<ul>\n"
    );
    let readable: Vec<(&String, &str)> =
        files.iter().filter_map(|(path, bytes)| Some((path, std::str::from_utf8(bytes).ok()?))).collect();
    for (number, (path, _)) in readable.iter().enumerate() {
        out += &format!("<li><a href=\"#f{number}\">{}</a></li>\n", escaped(path));
    }
    out += "</ul>\n";
    for (number, (path, text)) in readable.iter().enumerate() {
        out += &format!("<h2 id=\"f{number}\">{}</h2>\n<pre>{}</pre>\n", escaped(path), escaped(text));
    }
    out + "</body></html>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
