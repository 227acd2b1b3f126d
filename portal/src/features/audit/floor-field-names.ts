/** Fields of a venue's tables and their layouts. */
export const ofFloor = [
  'tables',
  'priority',
  'joins',
  'chains',
  'off',
  'decides',
  'minCovers',
  'maxCovers',
  'layouts',
  'away',
  'places',
  'rooms',
  'things',
] as const
