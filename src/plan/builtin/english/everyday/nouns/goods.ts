/** Goods, parts, food, what they come in and how they are sold. */
export const GOODS = `
product: item, good, article, thing, merchandise, line
item: thing, product, article, good, piece
article: story, piece, post, write-up, item, write up, report
good: product, merchandise, item, ware
merchandise: goods, merch, souvenir
stock: inventory, goods, supply, share
inventory: stock, goods, supply, supplies
asset: equipment, kit, property, possession, item owned, piece of equipment
equipment: kit, gear, apparatus, machine, tool, tackle
gear: equipment, kit
kit: equipment, gear, strip, uniform
tool: implement, utensil, gadget
appliance: white goods, machine, household machine
machine: equipment, device, appliance, kit, computer
device: gadget, machine, phone, computer, kit, unit
gadget: device
computer: machine, laptop, pc
laptop: computer, notebook, machine
instrument: tool, what they play, kit, gear, axe
furniture: furnishings, fittings
material: fabric, substance, ingredient, supplies
fabric: cloth, material, textile
yarn: wool, thread
wool: yarn, fleece
garment: clothes, clothing, item of clothing, piece of clothing
clothing: clothes, garment, apparel, gear
costume: outfit, dress, fancy dress, clothes, get up
dress: frock, gown
uniform: outfit, work clothes, kit
shoe: footwear
jewellery: jewelry, jewel, trinket, bling
toy: plaything
gift: present, donation
present: gift
prize: award, winnings, reward
trophy: cup, prize, silverware, award
souvenir: keepsake, memento
antique: old piece, collectible, collectable
collectible: collector's item, antique
artwork: painting, picture, piece, work of art, art, work
painting: picture, canvas, artwork, piece
sculpture: statue, carving, piece
exhibit: display, artefact, piece, object, item on show
artefact: artifact, relic, exhibit, object, find, piece, antiquity
specimen: sample, example
sample: specimen, swatch, test piece, swab, taster
part: component, spare, bit, piece
component: part, piece, bit
spare: replacement, part
accessory: extra, add-on
supply: provision, stock, consumable
consumable: supply
ingredient: foodstuff, what goes in, whats in it, component
recipe: dish, cooking instructions, formula
dish: meal, plate, food, course, menu item
meal: dinner, lunch, dish, food
menu: food list, bill of fare, dish
food: grub, dish, meal, nosh, fare
drink: beverage, tipple, refreshment
beverage: drink, tipple
wine: bottle, plonk, vino
beer: ale, pint, lager
coffee: brew, java
bread: loaf
cake: gateau, bake
cheese: dairy product
vegetable: veg, greens, veggie
crop: harvest, produce, plant
harvest: crop, yield, picking, pick, gathering
yield: harvest, output, return, how much produced
seed: grain, pip, sowing
fertiliser: fertilizer, plant food, manure, muck
feed: fodder, animal food, food
fuel: petrol, gas, diesel, gasoline, juice
package: parcel, packet, bundle, deal
parcel: package, packet, delivery, box
packet: pack, package
box: carton, crate, case
crate: box, case
pallet: skid, load
container: box, vessel, tub, crate
bottle: flask
barrel: cask, keg
batch: lot, run, load, brew
lot: batch, auction item, plot, item
bundle: pack, package, set
catalogue: catalog, product list, range, list, index
catalog: catalogue, product list, range, list, index
range: line, collection, span
collection: pickup, set, range, holding
sale: transaction, purchase, deal, order
transaction: sale, deal, payment, purchase
purchase: buy, order, transaction, sale
deal: offer, bargain, sale, agreement
offer: deal, bid, promotion, special
promotion: offer, deal, special, sale, step up
campaign: promotion, advertising drive, drive, push
advert: ad, advertisement, commercial
advertisement: ad, advert, commercial, promo
coupon: voucher, discount code, money off
voucher: coupon, gift card, token
basket: cart, trolley, shopping bag
cart: basket, trolley
till: cash register, checkout
register: till, roll, attendance list
receipt: till slip, proof of purchase
wishlist: wish list, want list
auction: bidding, sale
bid: offer, tender
tender: bid, quote
exchange: swap, trade
swap: exchange, trade
warranty: guarantee, cover
guarantee: warranty
barcode: bar code, product code, scan code
sku: product code, stock code, item number
serial: identification number, unit number
model: make, type, version
make: brand, manufacturer, marque
brand: make, label, manufacturer
label: tag, brand, sticker, record company, imprint
tag: label, keyword
logo: emblem, badge
`;
