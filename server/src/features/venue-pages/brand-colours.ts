type Rgb = readonly [number, number, number]
const rgbOf = (colour: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** WCAG 2 relative luminance of `#rrggbb`, 0 to 1. */
const luminance = (colour: string): number => {
  const [r, g, b] = rgbOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** WCAG 2 contrast of two colours, 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const readable = 4.5
/** A button in the brand's colour: dark words where they read well on it, else white ones, on a ground as much darker as they need. */
export const buttonColours = (brand: string): { ground: string; ink: string } => {
  if (contrastOf(brand, '#111111') >= readable) return { ground: brand, ink: '#111111' }
  let ground = brand
  while (contrastOf(ground, '#ffffff') < readable) ground = hexOf(rgbOf(ground).map((part) => part * 0.96) as unknown as Rgb)
  return { ground, ink: '#ffffff' }
}
