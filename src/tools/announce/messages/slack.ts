import type { Announcement } from './announcement.ts';
import { fitText } from './fit.ts';
import { defuse, type Frame, layOut, type Markup } from './post.ts';

// Messages for Slack's incoming webhooks in Block Kit (docs.slack.dev, "Blocks"): at most 50 blocks,
// 150 characters in a header, and 3,000 in a section.

const max = { header: 150, section: 3000, url: 3000 };

const slack: Markup = {
  bullet: '• ',
  // The three characters of Slack's markup (docs.slack.dev, "Formatting message text").
  escape: (text) =>
    defuse(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  bold: (escaped) => `*${escaped}*`,
  link: (escaped, url) => `<${url.replaceAll('|', '%7C')}|${escaped.replaceAll('|', '¦')}>`,
};

export function slackMessage(all: readonly Announcement[], frame: Frame): object {
  const { title, url, picture, texts, rest } = layOut(all, frame, slack, max.section);
  const plain = fitText(defuse(title), max.header);
  const end = slack.escape(rest > 0 ? frame.words.moreOptions(rest) : frame.words.readOn);
  return {
    text: `${slack.escape(title)} ${url}`,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: plain, emoji: false } },
      ...texts.map(section),
      ...(picture !== undefined && picture.length <= max.url
        ? [{ type: 'image', image_url: picture, alt_text: plain }]
        : []),
      section(slack.link(end, url)),
    ],
  };
}

function section(text: string): object {
  // Slack makes no links and mentions of its own in a verbatim text.
  return { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } };
}
