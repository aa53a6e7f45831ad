// Soulfile for opencode. Written by `soul connect opencode`, removed by `soul connect opencode --undo`.
// A hook that fails says so in the log and changes nothing.
import { spawn } from "node:child_process"

const LAUNCH = __LAUNCH__

function hook(event, payload) {
  return new Promise((resolve) => {
    const args = [...LAUNCH.args, event, "--host", "opencode"]
    const child = spawn(LAUNCH.command, args, { env: { ...process.env, ...LAUNCH.env }, stdio: ["pipe", "pipe", "ignore"] })
    let text = ""
    const limit = setTimeout(() => child.kill(), 5000)
    const done = () => (clearTimeout(limit), resolve(text))
    child.stdout.on("data", (chunk) => (text += chunk))
    child.stdin.on("error", () => {})
    child.on("error", () => resolve(""))
    child.on("close", done)
    child.stdin.end(JSON.stringify(payload))
  })
}

export const Soulfile = async ({ directory }) => {
  const recalled = new Map()
  return {
    "chat.message": async (input, output) => {
      const said = output.parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text)
      const payload = { session_id: input.sessionID, cwd: directory, prompt: said.join("\n") }
      recalled.set(input.sessionID, await hook("prompt", payload))
    },
    "experimental.chat.system.transform": async (input, output) => {
      const context = await hook("session-start", { session_id: input.sessionID, cwd: directory })
      if (context) output.system.push(context)
      const found = recalled.get(input.sessionID)
      if (found) output.system.push(found)
    },
    "experimental.session.compacting": async (input) => {
      await hook("pre-compact", { session_id: input.sessionID, cwd: directory })
    },
    event: async ({ event }) => {
      if (event.type === "session.idle") await hook("stop", { session_id: event.properties?.sessionID, cwd: directory })
    },
  }
}
