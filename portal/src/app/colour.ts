/** `#RGB` or `#RRGGBB`, the notation of brands. */
type Rgb = readonly [red: number, green: number, blue: number]

const parse = (hex: string): Rgb => {
  const long = /^#([\da-f])([\da-f])([\da-f])$/i.test(hex) ? hex.replaceAll(/[\da-f]/gi, '$&$&') : hex
  const [, red = '0', green = '0', blue = '0'] = /^#(..)(..)(..)/.exec(long) ?? []
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

export const isColour = (value: unknown): value is string => typeof value === 'string' && /^#([\da-f]{3}|[\da-f]{6})$/i.test(value)

/** `share` of the second colour in the first. */
export const mix = (first: string, second: string, share: number): string => {
  const [a, b] = [parse(first), parse(second)]
  return `#${a
    .map((part, index) =>
      Math.round(part + (b[index]! - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

const channel = (value: number): number => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (hex: string): number => {
  const [red, green, blue] = parse(hex).map(channel) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrast = (first: string, second: string): number => {
  const [light, dark] = [luminance(first), luminance(second)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The colour itself, or the nearest step towards black or white that reaches `ratio` on every ground. */
export const readable = (colour: string, grounds: readonly string[], ratio = 4.5): string => {
  const towards = luminance(grounds[0]!) > 0.18 ? '#000000' : '#ffffff'
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(colour, towards, share)
    if (grounds.every((ground) => contrast(candidate, ground) >= ratio)) return candidate
  }
  return towards
}

/** A fill and the text on it: white where a slightly darker fill carries it, else nearly black. */
export const fillOf = (colour: string): { main: string; contrastText: string } => {
  const ink = '#16171f'
  for (let share = 0; share <= 0.24; share += 0.02) {
    const main = mix(colour, '#000000', share)
    if (contrast(main, '#ffffff') >= 4.5) return { main, contrastText: '#ffffff' }
  }
  return { main: readable(colour, [ink]), contrastText: ink }
}
