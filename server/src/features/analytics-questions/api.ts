export { type Ask, askOf, type Cut, daysAsked, daysOf, type Narrowing, narrowingOf, type Query, type Span, timeCut } from './ask.ts'
export { inSightOf } from './sight.ts'
export { inTurn, writtenInTurn } from './turns.ts'
export { pairedSteps, stepsOf } from './steps.ts'
