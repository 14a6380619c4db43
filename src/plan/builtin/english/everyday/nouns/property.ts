/** Rentals, repairs and meters. */
export const PROPERTY = `
tenancy: let, lease, rental, rental agreement
rental: hire, let, tenancy, letting, lease
hire: rental, rent, recruit
rent: monthly payment, housing cost, rental, lease money
listing: property ad, ad, property for sale
viewing: showing, house visit, look round
eviction: throwing out, kicking out
inspection: check, examination, survey, check up, once over
repair: fix, mend, job, maintenance, work
maintenance: upkeep, repair, servicing, fix
service: treatment, servicing, maintenance, job, check up, work
servicing: maintenance, checkup
renovation: refurbishment, doing up, refit, refurb, makeover
fault: problem, defect, breakdown, whats wrong, trouble
defect: fault, flaw, problem
damage: harm, breakage, loss
breakdown: fault, failure, conking out, stoppage
utility: gas and electric, household bill, service, energy supplier
meter: counter, gauge, dial
reading: measurement, meter figure, value, figure
electricity: power, electric, juice, leccy
fixture: match, game, fitting
`;
