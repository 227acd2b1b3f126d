/** Two numbers of one cell, `41.38, 2.17` or `POINT (2.17 41.38)`, of which the latter begins with the longitude. */
export const positionIn = (cell: string): { lat: string; lon: string } | undefined => {
  const [, wkt, first, second] =
    /^(point\s*\(|\[|\()?\s*([-+]?\d{1,3}(?:\.\d+)?)\s*[°,;\s]\s*([-+]?\d{1,3}(?:\.\d+)?)\s*°?[)\]]?$/i.exec(cell.trim()) ?? []
  if (first === undefined || second === undefined) return undefined
  return wkt?.toLowerCase().startsWith('point') ? { lat: second, lon: first } : { lat: first, lon: second }
}
