export { type Ask, askOf, daysAsked, daysBetween, type Narrowing, narrowingOf, plusDays, type Query, type Span } from './ask.ts'
export { stepsOf } from './steps.ts'
