export { besideQuestion } from './ask-question.ts'
export type { ReportSubject } from './report-subject.ts'
export { reportPhrases } from './report-phrases.ts'
export { readReceiving, type Receiving, setReceiving, type StopLink } from './stop-report.ts'
