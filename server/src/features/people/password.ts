import { hash, verify } from '@node-rs/argon2'

/** Argon2id, the default of the library, at the strength OWASP recommends. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hash for unknown users: their refusal takes as long as any other (no timing oracle). */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$BIbLhM2bXqLwwMnH+/jjbA$vB0EBIOmEZZ8I/3Gk58naZHIJH/YsNbfxtvR6H+mhCc'

/** Unicode normalization: the same letters, whichever way a keyboard composes them. */
const composed = (password: string): string => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(composed(password), strength)

export const passwordMatches = async (passwordHash: string | undefined, password: string): Promise<boolean> => {
  const right = await verify(passwordHash ?? nobodys, composed(password))
  return right && passwordHash !== undefined
}
