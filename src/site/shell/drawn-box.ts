/** What Satori draws: an element with a style, as JSX would make it. */
export interface DrawnBox {
  type: string;
  key: null;
  props: Record<string, unknown>;
}

export type BoxStyle = Record<string, string | number>;

/** A box of a picture; what is in it stands in a row unless its style says otherwise. */
export function box(style: BoxStyle, children: string | readonly unknown[] = []): DrawnBox {
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } };
}

/** The sign that stands at the left of every picture: a post with the accent's mark on it. */
export function waymark(ink: string, accent: string): DrawnBox {
  return box(
    { flexDirection: 'column', margin: '80px 0 80px 80px', width: 44, border: `4px solid ${ink}` },
    [box({ marginTop: 60, width: '100%', height: 84, background: accent })],
  );
}
