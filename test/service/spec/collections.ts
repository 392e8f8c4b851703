/** The lists of the API, as named in their paths. */
export const collections = [
  'releases',
  'milestones',
  'subscribers',
  'incoming-webhooks',
  'projects',
  'contributors',
];
