export { pagePhrases } from './page-phrases.ts'
export { cancelOwn, comeOwn } from './answers.ts'
export { mayConfirm, openAnswered, type Own } from './open-own.ts'
