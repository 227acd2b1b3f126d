/** What a photo may be, by its content; browsers and mail programs show nothing of what is missing here. */
export const photoBytesMax = 20 * 1024 * 1024
export const photoTypes = ['JPEG', 'PNG', 'WebP', 'AVIF'] as const
/** Below the first one channels refuse it; above the second it is no photo. A file says how large it is before it is unpacked. */
export const photoEdgeMin = 250
export const photoEdgeMax = 12_000
export const photoPixelsMax = 60_000_000
/** So many a listing names, the logo among them; and so many may be sent in for one venue before old ones are cleared away. */
export const listingPhotosMax = 40
export const listingPhotosKept = 300
