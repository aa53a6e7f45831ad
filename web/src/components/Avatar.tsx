import type { Schemas } from "../api/client";

/** The agent's face: its emoji, an image that is part of its identity, or its initial. Nothing is fetched from elsewhere. */
export function Avatar({ identity, size = 64 }: { identity: Schemas["IdentityView"]; size?: number }) {
  const avatar = identity.avatar.value;
  const style = { width: size, height: size, fontSize: size * 0.5 };
  if (avatar.kind === "dataUri" && avatar.value.startsWith("data:image/") && !avatar.value.startsWith("data:image/svg")) {
    return <img className="avatar" src={avatar.value} alt="" style={style} />;
  }
  const initial = Array.from(identity.name.value)[0] ?? "?";
  const shown = identity.emoji?.value ?? (avatar.kind === "text" ? avatar.value : initial);
  return (
    <span className="avatar" style={style} aria-hidden="true">
      {Array.from(shown).slice(0, 2).join("")}
    </span>
  );
}
