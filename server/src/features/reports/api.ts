export { besideQuestion } from './ask-question.ts'
export { reportPhrases } from './report-phrases.ts'
export { readReceiving, type Receiving, setReceiving, type StopLink } from './stop-report.ts'
