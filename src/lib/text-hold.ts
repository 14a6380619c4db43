/** A text kept as UTF-8 in a piece of memory that it shares with others. */
export interface HeldText {
  readonly piece: Buffer;
  readonly from: number;
  readonly to: number;
}

/**
 * Keeps many short texts for a while. As strings, or as a Buffer each, they would be objects that the garbage collector
 * copies while they wait; in a few large pieces they are none. A piece goes when nothing holds a text of it.
 */
export function createTextHold(pieceBytes: number): (text: string) => HeldText {
  let piece = Buffer.alloc(0);
  let used = 0;
  return (text) => {
    // No character takes more than three bytes of UTF-8 for each of its code units.
    const most = text.length * 3;
    if (most > pieceBytes) {
      const own = Buffer.from(text);
      return { piece: own, from: 0, to: own.length };
    }
    if (piece.length - used < most) {
      piece = Buffer.allocUnsafeSlow(pieceBytes);
      used = 0;
    }
    const from = used;
    used += piece.write(text, from, 'utf8');
    return { piece, from, to: used };
  };
}

export const bytesOf = ({ piece, from, to }: HeldText): Buffer => piece.subarray(from, to);
