/** Every list of the API, as its address names it. */
export const collections = [
  'releases',
  'milestones',
  'subscribers',
  'incoming-webhooks',
  'projects',
  'contributors',
];
