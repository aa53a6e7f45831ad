//! An S3 interface for the proofs: PyPI's moto, as a process on the loopback interface.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};

/// A running server with one bucket.
pub struct S3 {
    child: Child,
    endpoint: String,
}

impl S3 {
    pub fn start() -> Result<Self> {
        // Free now; whoever takes it first makes the start fail, loudly.
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let child = Command::new("moto_server")
            .args(["-H", "127.0.0.1", "-p", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("moto_server is needed: pip install 'moto[server]'")?;
        let server = Self { child, endpoint: format!("127.0.0.1:{port}") };
        for _ in 0..300 {
            if let Ok(mut stream) = std::net::TcpStream::connect(&server.endpoint) {
                use std::io::{Read, Write};
                let ask = format!(
                    "PUT /soul HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
                    server.endpoint
                );
                let mut answer = String::new();
                stream.write_all(ask.as_bytes())?;
                let _ = stream.read_to_string(&mut answer);
                if answer.starts_with("HTTP/1.1 200") {
                    return Ok(server);
                }
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        bail!("moto_server does not answer")
    }

    pub fn url(&self) -> &str {
        "s3://soul/fleet"
    }

    pub fn environment(&self) -> Vec<(String, String)> {
        [
            ("AWS_ENDPOINT", format!("http://{}", self.endpoint)),
            ("AWS_ALLOW_HTTP", "true".to_owned()),
            ("AWS_REGION", "us-east-1".to_owned()),
            ("AWS_ACCESS_KEY_ID", "proof".to_owned()),
            ("AWS_SECRET_ACCESS_KEY", "proof".to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec()
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
