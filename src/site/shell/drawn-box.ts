/** An element with a style, in the form of JSX elements, which Satori draws. */
export interface DrawnBox {
  type: string;
  key: null;
  props: Record<string, unknown>;
}

export type BoxStyle = Record<string, string | number>;

/** Creates a box. Its children are in a row unless the style says otherwise. */
export function box(style: BoxStyle, children: string | readonly unknown[] = []): DrawnBox {
  return { type: 'div', key: null, props: { style: { display: 'flex', ...style }, children } };
}

/** Waymark's symbol at the left of every picture: a post with a band in the accent colour. */
export function waymark(ink: string, accent: string): DrawnBox {
  return box(
    { flexDirection: 'column', margin: '80px 0 80px 80px', width: 44, border: `4px solid ${ink}` },
    [box({ marginTop: 60, width: '100%', height: 84, background: accent })],
  );
}
