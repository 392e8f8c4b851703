const tooMuch = Buffer.alloc(11 * 1024 * 1024, ' ');

/** An answer that is larger than the client reads. */
export const huge = () =>
  new Response(tooMuch, { headers: { 'content-type': 'application/json' } });
