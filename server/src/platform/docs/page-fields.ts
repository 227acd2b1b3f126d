import { escapeHtml } from '../html.ts'
import type { JsonSchema } from './json-schema.ts'

const formats: Record<string, string> = { uuid: 'id', 'date-time': 'instant', date: 'date', email: 'e-mail address', uri: 'address' }
const nameOf = ($ref: string): string => $ref.split('/').at(-1)!
export const schemaHref = (name: string): string => `/docs/schemas/${name}`
const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

const between = (from: number | undefined, to: number | undefined, unit: string): string => {
  if (from === undefined && to === undefined) return ''
  if (from === undefined) return ` up to ${to}${unit}`
  return to === undefined ? ` from ${from}${unit}` : ` ${from} to ${to}${unit}`
}

const oneType = (type: string, schema: JsonSchema): string => {
  const { format, pattern, minimum, maximum, minLength, maxLength, items, additionalProperties } = schema
  switch (type) {
    case 'integer':
      return `whole number${between(minimum, maximum, '')}`
    case 'number':
      return `number${between(minimum, maximum, '')}`
    case 'string':
      if (format && formats[format]) return formats[format]
      return `text${between(minLength, maxLength, ' characters')}${pattern ? `, ${code(pattern)}` : ''}`
    case 'array':
      return `list${between(schema.minItems, schema.maxItems, '')} of ${items ? typeHtml(items) : 'anything'}`
    case 'object':
      return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length
        ? `names with ${typeHtml(additionalProperties)}`
        : 'object'
    case 'boolean':
      return 'yes or no'
    default:
      return escapeHtml(type)
  }
}

/** What a value may be, in words, with links to named schemas. */
export const typeHtml = (schema: JsonSchema): string => {
  if (schema.$ref) return `<a href="${schemaHref(nameOf(schema.$ref))}">${escapeHtml(nameOf(schema.$ref))}</a>`
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(' ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeHtml).join(' or ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => oneType(type, schema)).join(' or ')
  return schema.type ? oneType(schema.type, schema) : 'anything'
}

type Field = { name: string; required: boolean; schema: JsonSchema }

/** The fields of an object, those of objects inside it with their path: `guest.firstName`, `data[].id`. */
const fieldsOf = (schema: JsonSchema, path = ''): Field[] => {
  if (schema.type === 'array' && schema.items) return fieldsOf(schema.items, `${path}[]`)
  const prefix = path === '' ? '' : `${path}.`
  return Object.entries(schema.properties ?? {}).flatMap(([key, part]) => {
    const name = `${prefix}${key}`
    return [{ name, required: schema.required?.includes(key) ?? false, schema: part }, ...fieldsOf(innerOf(part), name)]
  })
}
/** Behind "or null" stands the object itself. */
const innerOf = (schema: JsonSchema): JsonSchema => schema.anyOf?.find((one) => one.properties) ?? schema

export const fieldHtml = (name: string, note: string, detail: string): string =>
  `<div class="field"><dt>${code(name)}${note ? ` <em>${escapeHtml(note)}</em>` : ''}</dt><dd>${detail}</dd></div>`

/** A schema as a list of its fields, or as one line when it has none. `said` is shown for fields that may be missing. */
export const schemaHtml = (schema: JsonSchema, labels: { required: string; optional: string }): string => {
  const fields = fieldsOf(schema)
  if (!fields.length) return `<p class="type">${typeHtml(schema)}</p>`
  return `<dl class="fields">${fields.map((field) => fieldHtml(field.name, field.required ? labels.required : labels.optional, typeHtml(field.schema))).join('')}</dl>`
}
