/** Prices, pay, taxes, accounts and insurance. */
export const MONEY = `
invoice: bill, statement, account
bill: invoice, charge, check, account, tab
quote: estimate, price given, quotation, price, offer
quotation: quote, estimate
estimate: quote, rough price, guess, ballpark
price: cost, charge, how much, fee
cost: price, charge, expense, how much, outlay
charge: fee, cost, price
fee: charge, cost, price, payment
fare: ticket price, price, travel cost, cost
tariff: rate, price list, price plan, duty
rate: price, charge, hourly charge, percentage
amount: sum, total, how much, figure
sum: amount, total
total: sum, overall amount
subtotal: total before tax, net amount
payment: money paid, instalment, remittance, transaction
instalment: installment, monthly payment, part payment
installment: instalment, monthly payment, part payment
deposit: down payment, money down, upfront payment
advance: upfront payment, sub, money upfront, money up front
prepayment: upfront payment, advance payment
refund: money back, repayment, reimbursement
reimbursement: repayment, refund, money back, payback
repayment: payback, instalment
rebate: refund, money back, cashback
discount: money off, reduction, price cut, price reduction
reduction: discount, cut
markup: profit margin, added price
margin: profit, markup
profit: earnings, gain, money made, margin
loss: deficit, shortfall, damage
revenue: income, takings, turnover, earnings, sales, money in
turnover: sales, revenue, takings
takings: revenue, income, sales, money taken
income: earnings, revenue, pay, money coming in
earnings: income, pay, money made, wage
expense: cost, outgoing, spending, outlay, expenditure
expenditure: spending, expense, outlay, outgoing
spending: expenditure, expense, outlay
budget: spending limit, allowance, money set aside, allocation, spending plan
allowance: pocket money, budget, entitlement
allocation: share, quota, assignment
wage: pay, salary, earnings, pay packet
salary: pay, wage, earnings, annual pay, what they earn
pay: wage, salary, earnings
payroll: wage, pay run, wage bill, salary
payslip: pay stub, wage slip
bonus: extra pay, reward, incentive, perk
commission: cut, percentage, sales bonus
tip: gratuity, service charge
gratuity: tip, service charge
overtime: extra hours, extra time
pension: retirement money, retirement fund, retirement pay
benefit: perk, payout, welfare, advantage, entitlement
tax: vat, duty, levy
vat: tax, sales tax, value added tax
duty: tax, shift, responsibility, task
levy: tax, charge
fine: penalty, late fee, ticket, charge
penalty: fine, charge, punishment, spot kick
surcharge: extra charge, additional fee
balance: amount left, money left, amount owed, remaining amount
debt: money owed, arrears, what is owed
arrears: overdue money, debt, amount owed
credit: money owed, loan
debit: withdrawal, money out
withdrawal: money out, cash taken, dropping out
transfer: move, money sent, handover, signing, switch
account: customer, login, profile
bank: lender, building society
loan: borrowing, advance, lend, checkout, lending, what was borrowed
mortgage: home loan, house loan
lease: rental agreement, tenancy, let, contract
currency: money type, kind of money
cash: money, notes, ready money
money: cash, funds, dosh
cheque: check
fund: pot, money pool, kitty
grant: funding, award, subsidy, funds
subsidy: grant, funding
scholarship: bursary, grant, award
bursary: scholarship, grant
donation: gift, contribution, money given
contribution: donation, payment, gift
pledge: promise, promised donation, commitment
sponsorship: backing, funding, support
collateral: security, surety
share: stock, portion, cut
dividend: shareholder payout, share payment
investment: holding, money invested
portfolio: investment, collection of work
shareholder: investor, stockholder
investor: backer, shareholder
premium: insurance payment, insurance cost, monthly payment
insurance: cover, policy
insurer: insurance company, underwriter
policy: insurance, cover, rule, plan
claim: insurance request, demand, compensation request, payout request
excess: deductible
payout: settlement, payment, compensation, money paid, winnings
compensation: damages, payout
settlement: payout, agreement
value: worth, price, amount, how much
valuation: appraisal, worth, estimate of value, estimate
worth: value
ledger: book, account
dues: subscription, membership fee, subs, sub, fee
subscription: membership, plan, subs, sign up
membership: subscription, belonging, club card
royalty: author payment, author earnings, payout, earnings, cut, share of sales
postage: shipping cost, delivery charge, stamp cost
toll: road charge, bridge fee, road fee
ticket: pass, admission, seat, support request, issue, entry, job
pass: ticket, permit
tuition: school fees, teaching, course fees
`;
