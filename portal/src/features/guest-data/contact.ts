export type Contact = { email: string } | { phone: string }
/** A number begins with a plus; what has an @ is an address. */
export const contactOf = (typed: string): Contact | undefined => {
  const text = typed.trim()
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { email: text }
  const digits = text.replaceAll(/[\s()./-]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{5,14}$/.test(digits) ? { phone: digits } : undefined
}
