// The site's name, language, colours and links: docs/reference.md, "The site's own settings".
export default { locale: 'en-GB', timeZone: 'UTC' };
