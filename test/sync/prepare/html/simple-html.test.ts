import { expect, test } from 'vitest';
import { cleanHtml } from '../../../../src/sync/prepare/html/parse-body.ts';

const link = '<a href="https://a.example/">';

// Short HTML is not parsed, but with a line break element it is.
test.for([
  'Text &amp; more &lt;b&gt; &quot;quoted&quot; &amp;lt; <em>a</em>',
  `<p>Fix <code>x &lt; y</code> in <strong>the ${link}docs</a></strong>\n<del>now</del></p>\n`,
  '<h2>Parts</h2>\n<ul>\n<li>one\n<ol>\n<li>\n<p>two</p>\n</li>\n</ol>\n</li>\n</ul>\n<hr>\n',
  '<p>See<sup><a href="#fn-1">1</a></sup></p>\n<div id="fn-1"><sup>1</sup> Note</div>',
  '<pre><code class="language-c++">\n\na &amp;&amp; b\n</code></pre>\n',
  `${link}a ${link}b</a></a>`,
  `${link}a <em>${link}b</a></em></a>`,
  '<p>a <p>b</p></p>',
  '<p>a <pre><code>b</code></pre></p>',
  '<p>a <ul><li>b</li></ul></p>',
  '<em>a <p>b</p></em>',
  '<li>a</li>',
  '<h2>a <h3>b</h3></h2>',
  '<pre>\n\na</pre>',
  '<a href="https://a.example/`\'">a</a>',
  '<a href="javascript:b">a</a>',
  '<div id="other">a</div><p id="n-b">b</p>',
  'a &nbsp; &#39; & \u0000 \u200d\r\n',
])('cleans short HTML as any other: %s', (html) => {
  expect(`${cleanHtml(html)}<br>`).toBe(cleanHtml(`${html}<br>`));
});
