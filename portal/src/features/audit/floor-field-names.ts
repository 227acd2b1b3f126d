/** Fields of a venue's tables and their layouts. */
export const ofFloor = ['tables', 'minCovers', 'maxCovers', 'layouts', 'away', 'places', 'rooms', 'things'] as const
