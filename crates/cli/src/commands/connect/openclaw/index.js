// Soulfile for OpenClaw. Written by `soul connect openclaw`, removed by `soul connect openclaw --undo`.
// A hook that fails says so in the log and changes nothing.
import { spawn } from "node:child_process"

const LAUNCH = __LAUNCH__
// What this connection may see is the owner's alone: only their main session gets it.
const OWNER_ONLY = __OWNER_ONLY__
const TOOLS = "__NAME____"

function hook(event, payload) {
  return new Promise((resolve) => {
    const args = [...LAUNCH.args, event, "--host", "openclaw"]
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

// Groups, other people's conversations and sub-agents have keys of their own.
const admitted = (ctx) => !OWNER_ONLY || /^agent:[^:]+:main$/.test(ctx?.sessionKey ?? "")

// What a person typed in this turn; nothing where a schedule or another session speaks.
function said(event, ctx) {
  const origin = ctx.inputProvenance?.kind ?? "external_user"
  if ((ctx.trigger ?? "user") !== "user" || origin !== "external_user") return ""
  return event.currentUserMessage ?? event.prompt ?? ""
}

const plugin = {
  id: "soulfile",
  name: "Soulfile",
  description: "Identity and accountable memory kept as Markdown under git.",
  kind: "memory",
  register(api) {
    // A prompt is built anew when a turn is tried again; what was said in it counts once.
    const recalled = new Map()
    api.on("before_prompt_build", async (event, ctx) => {
      if (!admitted(ctx)) return
      const session = { session_id: ctx.sessionId, cwd: ctx.workspaceDir }
      const prompt = said(event, ctx)
      const turn = `${ctx.runId ?? ""} ${event.currentUserMessageId ?? ""} ${prompt}`
      if (recalled.get(ctx.sessionId)?.turn !== turn) {
        const found = prompt ? await hook("prompt", { ...session, prompt }) : ""
        recalled.set(ctx.sessionId, { turn, found })
      }
      const context = await hook("session-start", session)
      return { appendSystemContext: context, prependContext: recalled.get(ctx.sessionId).found }
    })
    api.on("before_tool_call", (event, ctx) => {
      if (!event.toolName.startsWith(TOOLS) || admitted(ctx)) return
      return { block: true, blockReason: "this memory is the owner's; only their main session reads it" }
    })
    const settle = (event) => async (_, ctx) => {
      if (admitted(ctx)) await hook(event, { session_id: ctx.sessionId })
    }
    api.on("agent_end", settle("stop"))
    api.on("before_compaction", settle("pre-compact"))
    api.on("session_end", settle("session-end"))
  },
}

export default plugin
