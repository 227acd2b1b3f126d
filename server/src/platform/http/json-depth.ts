/** Far more than any body of ours; whatever walks through a value may do so by itself, without a stack that ends. */
const deepest = 64

/** True where a JSON text nests deeper than anybody means it. Texts are jumped over: a picture within takes no time. */
export const isTooDeep = (json: string): boolean => {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === '"') {
      at = endOfText(json, at)
      if (at < 0) return false
    } else if (sign === '{' || sign === '[') {
      if (++depth > deepest) return true
    } else if (sign === '}' || sign === ']') depth--
  }
  return false
}

/** Where the text that begins there ends; −1 where it never does. */
const endOfText = (json: string, start: number): number => {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0
    while (json[at - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return at
  }
  return -1
}
