export {
  type Ask,
  askOf,
  type Cut,
  daysAsked,
  daysBetween,
  type Narrowing,
  narrowingOf,
  plusDays,
  type Query,
  type Span,
  timeCut,
} from './ask.ts'
export { stepsOf } from './steps.ts'
