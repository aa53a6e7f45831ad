import { Fragment } from "react";
import { pieces } from "../lib/invisible";

/** Text of a memory as plain text; what a reader cannot see is shown by its number. */
export function VisibleText({ text }: { text: string }) {
  return (
    <>
      {pieces(text).map((piece, at) =>
        piece.code ? (
          <mark key={at} className="hidden-char" title={piece.code}>
            {piece.code}
          </mark>
        ) : (
          <Fragment key={at}>{piece.text}</Fragment>
        ),
      )}
    </>
  );
}
