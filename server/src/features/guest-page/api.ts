export { pagePhrases } from './page-phrases.ts'
