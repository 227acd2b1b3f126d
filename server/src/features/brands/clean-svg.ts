import { parseXml, type XmlDocument, XmlDocumentType, XmlElement, XmlProcessingInstruction, XmlText } from '@rgrove/parse-xml'
import { Problem } from '#src/platform/problem.ts'
import { broken, type CleanPicture } from './picture-kind.ts'
import { allowedAttributes, allowedElements, refusedElements, textElements } from './svg-allowed.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const depthMax = 60
const elementsMax = 5000
/** Elements drawn once every `use`, mask and pattern has been followed: a few lines can mean billions. */
const drawnMax = 50_000
const chainMax = 400

export const isSvg = (file: Buffer): boolean =>
  /^(\ufeff)?\s*<(\?xml|!--|!doctype\s+svg|svg[\s>/])/i.test(file.toString('utf8', 0, 400)) && file.includes('<svg')

const refuse = (found: string): never => {
  throw new Problem('picture.svg_refused', { found: found.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 60) })
}

/** Inside a style or an attribute only places of the same picture may be named. CSS knows escapes, so a backslash hides a word. */
const requireHarmless = (value: string, where: string): void => {
  const rest = value.replaceAll(/url\(\s*(['"]?)#[\w.:-]+\1\s*\)/gi, '')
  const found =
    /url\s*\(|script\s*:|data\s*:|@[a-z-]+|expression\s*\(|image(-set)?\s*\(|src\s*\(|\\|\/\*|&|<|-moz-binding|behavior\s*:/i.exec(rest)
  if (found) refuse(`${where} ${found[0]}`)
}

type Node = { name: string; attributes: [string, string][]; children: (Node | string)[] }

const attributesOf = (element: XmlElement): [string, string][] =>
  Object.entries(element.attributes).flatMap(([fullName, value]): [string, string][] => {
    const name = fullName.slice(fullName.indexOf(':') + 1)
    if (/^on/i.test(name)) refuse(fullName)
    if (/^(href|src|srcdoc|action|formaction|data|xlink)$/i.test(name) && fullName !== 'xmlns:xlink' && !/^#[\w.:-]+$/.test(value.trim()))
      refuse(`${fullName}="${value}"`)
    if (/(java|vb|live)script\s*:/i.test(value.replaceAll(/[\s\u0000-\u001f]/g, ''))) refuse(`${fullName}="${value}"`)
    const ours = fullName === 'xlink:href' ? 'href' : fullName
    if (!allowedAttributes.has(ours)) return []
    if (ours !== 'href') requireHarmless(value, fullName)
    return [[ours, ours === 'href' ? value.trim() : value]]
  })

/** The element as it may be written, or nothing where it is none of ours. */
const nodeOf = (element: XmlElement, depth: number, count: { elements: number }): Node | undefined => {
  const name = element.name
  if (refusedElements.has(name.slice(name.indexOf(':') + 1).toLowerCase())) refuse(`<${name}>`)
  if (depth > depthMax || ++count.elements > elementsMax) refuse('<...> x 5000')
  if (!allowedElements.has(name)) return undefined
  const attributes = attributesOf(element)
  const children = element.children.flatMap((child): (Node | string)[] => {
    if (child instanceof XmlElement) return [nodeOf(child, depth + 1, count) ?? []].flat()
    return child instanceof XmlText && textElements.has(name) ? [child.text] : []
  })
  if (name === 'style') requireHarmless(children.filter((child) => typeof child === 'string').join(''), '<style>')
  return { name, attributes: attributes.filter(([key], at) => attributes.findIndex(([other]) => other === key) === at), children }
}

const childrenOf = (node: Node): Node[] => node.children.filter((child) => typeof child !== 'string')

/** How much is drawn in the end, following every reference; a ring of them is refused. */
const requireDrawable = (root: Node): void => {
  const byId = new Map<string, Node>()
  const collect = (node: Node): void => {
    const id = node.attributes.find(([key]) => key === 'id')?.[1]
    if (id !== undefined && !byId.has(id)) byId.set(id, node)
    childrenOf(node).forEach(collect)
  }
  collect(root)
  const referred = (node: Node): Node[] =>
    node.attributes.flatMap(([key, value]) =>
      [...value.matchAll(key === 'href' ? /^#(.+)$/g : /url\(\s*['"]?#([\w.:-]+)/gi)].flatMap(([, id]) => byId.get(id!) ?? []),
    )
  const known = new Map<Node, number>()
  const open = new Set<Node>()
  /** `open` holds the way to here: from the root through children and references. */
  const weigh = (node: Node): number => {
    const before = known.get(node)
    if (before !== undefined) return before
    if (open.has(node)) refuse('href to itself')
    open.add(node)
    if (open.size > chainMax) refuse('<use> of <use> of ...')
    const sum = [...childrenOf(node), ...referred(node)].reduce((total, next) => total + weigh(next), 1)
    open.delete(node)
    if (sum > drawnMax) refuse('<use> x 50000')
    known.set(node, sum)
    return sum
  }
  weigh(root)
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}
const escapeText = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => escapes[sign]!)
const escapeValue = (text: string): string => text.replaceAll(/[&<>"\n\r\t]/g, (sign) => escapes[sign]!)

const written = ({ name, attributes, children }: Node): string => {
  const inside = children.map((child) => (typeof child === 'string' ? escapeText(child) : written(child))).join('')
  const head = `${name}${attributes.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join('')}`
  return inside === '' ? `<${head}/>` : `<${head}>${inside}</${name}>`
}

const parsed = (text: string): XmlDocument => {
  try {
    return parseXml(text, { preserveDocumentType: true })
  } catch {
    // Not well formed, an entity nobody declared, or nested too deeply to be read.
    throw broken()
  }
}

/** A picture scales, so its own measure only says its shape. */
const shapeOf = (root: Node): { width: number; height: number } => {
  const value = (key: string): string | undefined => root.attributes.find(([name]) => name === key)?.[1]
  const box = value('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width, height] = box?.length === 4 ? box.slice(2) : [value('width'), value('height')].map((text) => Number.parseFloat(text ?? ''))
  if (!(Number.isFinite(width) && Number.isFinite(height) && width! > 0 && height! > 0)) throw broken()
  if (!box) root.attributes.push(['viewBox', `0 0 ${width} ${height}`])
  const whole = (length: number): number => Math.min(100_000, Math.max(1, Math.round(length)))
  return { width: whole(width!), height: whole(height!) }
}

/** An SVG is read as strict XML and written anew from a list of what a logo may hold; what could run or load something refuses it. */
export const cleanSvg = (file: Buffer): CleanPicture => {
  const text = file.toString('utf8')
  if (!Buffer.from(text).equals(file)) throw broken()
  if (/<!entity/i.test(text)) refuse('<!ENTITY>')
  const document = parsed(text)
  for (const child of document.children) {
    if (child instanceof XmlDocumentType && child.internalSubset) refuse('<!DOCTYPE [...]>')
    if (child instanceof XmlProcessingInstruction && child.name !== 'xpacket') refuse(`<?${child.name}?>`)
  }
  const root = document.root
  if (root?.name !== 'svg') throw broken()
  const namespace = root.attributes['xmlns'] ?? svgNamespace
  if (namespace !== svgNamespace) refuse(`xmlns="${namespace}"`)
  const node = nodeOf(root, 0, { elements: 0 })!
  requireDrawable(node)
  const shape = shapeOf(node)
  node.attributes.unshift(['xmlns', svgNamespace])
  return { ending: 'svg', ...shape, body: Buffer.from(written(node)) }
}
