export type { OnboardingRecord, RestaurantWord } from './request-rows.ts'
export { requestInScope, type ScopedRequest } from './request-scope.ts'
export { announce, movedJob, noteHistory } from './step-request.ts'
export { restaurantConfirms } from './restaurant-confirms.ts'
