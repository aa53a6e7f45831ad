// A model for tests: a server on this machine that speaks chat completions and says what it is told to, in pieces.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export class ScriptedModel {
  url = "";
  /** What it says next. */
  words = "Ready.";
  /** How many pieces come before it falls silent; all when not given. */
  silentAfter: number | undefined;
  private server: Server | undefined;

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      request.resume();
      request.on("end", () => void this.answer(response));
    });
    this.server = server;
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  }

  private async answer(response: ServerResponse): Promise<void> {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const pieces = this.words.match(/.{1,12}/gs) ?? [];
    const chunk = (delta: object, finish: string | null) =>
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: "scripted", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    for (const [at, piece] of pieces.entries()) {
      if (this.silentAfter !== undefined && at >= this.silentAfter) return;
      response.write(chunk({ role: "assistant", content: piece }, null));
      await new Promise((done) => setTimeout(done, 20));
    }
    response.write(chunk({}, "stop"));
    response.end("data: [DONE]\n\n");
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((done) => this.server?.close(done));
  }
}
