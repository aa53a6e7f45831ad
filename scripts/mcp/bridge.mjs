// A door for test programs that speak streamable HTTP without a token: forwards to the gateway with one,
// or to a server on stdio. bridge.mjs http URL TOKEN-FILE | bridge.mjs stdio COMMAND ARGS…
// Prints the address it listens on.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import readline from 'node:readline';

const [kind, ...rest] = process.argv.slice(2);

function body(request) {
  return new Promise((resolve, reject) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => resolve(Buffer.concat(parts)));
    request.on('error', reject);
  });
}

// Host and Origin pass as they are: what the gateway makes of them is part of the test.
function toGateway(url, token) {
  return async (request, response) => {
    const sent = await body(request);
    const headers = { ...request.headers, authorization: `Bearer ${token}`, 'content-length': sent.length };
    delete headers['transfer-encoding'];
    const forward = http.request(url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    forward.on('error', () => response.writeHead(502).end());
    forward.end(sent);
  };
}

function toStdio(command, args) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  let initialized = false;
  readline.createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line); // a line that is no message ends the bridge, and the test with it
    const key = JSON.stringify(message.id);
    waiting.get(key)?.shift()?.(line);
  });
  return async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const text = (await body(request)).toString();
    const message = JSON.parse(text);
    // One process is one session: a client that comes later finds it begun.
    if (message.method === 'notifications/initialized' && initialized) return response.writeHead(202).end();
    initialized ||= message.method === 'notifications/initialized';
    if (message.id === undefined) {
      child.stdin.write(JSON.stringify(message) + '\n');
      return response.writeHead(202).end();
    }
    const key = JSON.stringify(message.id);
    const line = await new Promise((resolve) => {
      waiting.set(key, [...(waiting.get(key) ?? []), resolve]);
      child.stdin.write(JSON.stringify(message) + '\n');
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end(line);
  };
}

const handle = kind === 'http' ? toGateway(rest[0], readFileSync(rest[1], 'utf8').trim()) : toStdio(rest[0], rest.slice(1));
const server = http.createServer(handle);
server.listen(0, '127.0.0.1', () => console.log(`http://localhost:${server.address().port}/mcp`));
