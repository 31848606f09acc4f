// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// 1024 English words of four to eight letters, no two of which begin with the same four; compiled for this project.
///
/// The list is part of the format: a changed word makes devices of different versions disagree.
enum ComparisonWordList {
  static let words = text.split(whereSeparator: \.isWhitespace).map(String.init)

  private static let text = """
    acid acorn actor adopt advice aerial affair agenda alarm album alder alley almond alpha alpine amber amount anchor angle animal
    annual answer antler anvil apple apron arbor arcade archer arctic arena armor aroma arrow artist ashes aspen asset atlas atom auburn
    august author autumn avenue avoid awake axis bacon badge bagel baker balcony balloon bamboo banana banjo barn basket batch bath
    bazaar beach beard beast beaver bedroom beetle belt bench better beyond bicycle bingo birch biscuit bishop bison blanket blend blue
    boat body bolt bonus border bottle bowl brain branch brick bridge broom brush bubble bucket budget buffalo bugle builder bundle
    butter buyer cabin cable cactus cage cake calm camel canal candle canoe canvas canyon carbon cargo carpet castle cattle cause cavern
    cedar celery cement census center chain chalk chapel cheese cherry chess chimney choice chrome cider cinema circle citrus city civil
    clay cliff clock cloud clover club coach coast cobra cocoa coffee coin collar comet copper coral corner cosmos cotton cougar county
    cradle crane crayon credit cricket crop crowd crystal cube culture cupboard curtain cushion custom cycle daily dairy daisy dance
    dawn deal decade deck degree deliver delta dentist depth desert detail device dial diary diesel digit dinner diploma discus ditch
    diver doctor dollar dolphin domain donkey door double dove dozen dragon drama dream drum duck duet duty dynamo eager eagle early
    earth easel east echo eclipse edge edit elbow elder elephant ember emerald empire enamel energy engine enjoy enough enter envelope
    epic essay estate eternal evening every exact example exhibit exotic expert eyebrow fabric fairy falcon family famous farm father
    fauna feather fence fern ferry festival fiber field filter final finger five flag flame fleet flight flute focus foil folder follow
    forest fossil fountain freedom fresh friend frost fruit fudge funnel furnace future gadget galaxy gallery game garden garlic gasket
    gate gather gazelle gear gecko gentle geyser giant gift ginger giraffe give glacier glass glide globe glory glove glue goat goblet
    gold goose gopher gospel gown grain granite gravel green grid grocery group grove guava guest guide guitar gulf gypsum hammer
    hamster hand happy harbor harvest hawk hazel heart hedge helmet herb hero hiking hill hinge hobby hockey honey hood horizon hospital
    hotel house hover human hundred hunter hurdle husky hydrogen ibex iceberg icon igloo image inch index infant inner insect invent
    iris iron island item ivory jacket jaguar january jasmine javelin jazz jelly jersey jewel jigsaw jockey journal juice jumbo jungle
    junior kayak kennel kernel kettle keyboard kidney king kiosk kitchen kite kiwi knee knife koala label lace ladder lagoon lake lamp
    lane lantern laptop large laser latin laundry lava lawn layer leaf lecture lemon lens leopard letter level liberty library license
    light lily lime linen lion liquid listen little lizard llama lobby lobster lodge logic lotus lounge lucky lumber lunar lunch lyric
    macro magnet mahogany maiden mammal mango maple marble margin marsh mason master matrix meadow measure melody member memory mentor
    menu mercury mesh method metro middle midnight million mimic mineral minute mirror mist mitten mixture mobile model molar moment
    monkey month moose morning mosaic moss motor mountain mouse movie muffin mule museum music mustard myrtle napkin nature navy nectar
    needle neon nephew nerve nest network neutral nickel nine noble nomad noodle north notebook nougat novel nozzle number nurse nutmeg
    nylon oasis oats object oboe ocean octave office olive omega omelet once onyx opal opera optic orange orbit orchid order organ
    origin osprey ostrich otter ounce oval oven oxygen oyster ozone packet paddle page palace pancake panda paper parade park parrot
    party passage pasta patent path pavement payment peach peanut pearl pebble pelican pencil pepper phone photo piano picnic picture
    pigeon pillow pilot pine pioneer pipe pirate pizza place planet plaza pocket poem polar polish pond pony popcorn porch portal poster
    potato powder prairie pretty primary prize produce promise proud prune public pudding puffin pulse puma pumpkin punch pupil puppy
    purple purse puzzle pyramid python quail quality quarter queen quest quick quiet quilt quince quota rabbit raccoon radar radio raft
    raisin rally ramp ranch random rapid raven razor ready reason rebel recipe record reed reflect region relax remote render repair
    rescue result return reveal review reward ribbon rice rich riddle ridge ring ripple river robin robot rocket rodeo roller romance
    roof room rooster rope rotate rough round royal rubber ruby rudder rugby ruler runway rural rust sable saddle safari saffron salad
    salmon salon salt salute sample sand sapphire sardine satin savanna scale scarf school scissors scout screen scrub sculptor seal
    season second secret seed select senior sequel series settle seven shadow shark shell shield ship shoe shovel shrimp shuttle sibling
    sidewalk sierra signal silver simple singer siren sister sketch skill skirt slate sleep slice slope small smile smoke smooth snack
    snail snow soap social soda sofa soil solar soldier solid sonar song soup south space spark speed sphere spider spoon spray spring
    square squid stable stadium station stem stone stork straw street studio style submit subway sugar suit sultan summer sunset super
    supply surf surprise sushi swallow swan swift swing sword syrup system table tadpole tailor talent tango tape target tasty tavern
    taxi teacher team teapot temple tennis tent terrace text thank theater thicket third thread thumb thunder ticket tiger timber tiny
    tissue title toast today toffee together token tomato tone tongue tooth topaz torch tortoise total toucan tower town tractor trail
    travel treasure tree triangle tribe trick trombone trophy trout truck trumpet trust tuba tulip tuna tundra tunnel turbine turtle
    tutor tuxedo twelve twenty twig twin type typhoon umbrella under uniform union unique unit universe until update upper urban useful
    usual utensil vacuum valley value vanilla vapor variety vase vault vector vehicle velvet vendor verb verse vessel veteran viaduct
    victory video view village vinegar vintage violin virtue visa vision vital vivid vocal voice volcano volume vote voyage wafer wagon
    walnut walrus wander warm washer wasp water wave wealth weaver wedding weekend welcome west wheat white wicker wide widget wild
    willow window winter wire wisdom wizard wolf wombat wonder wool word work world worthy wrap wrist writer xenon yacht yard yarn year
    yeast yellow yield yoga yogurt young youth zebra zenith zephyr zero zest zigzag zinc zipper zodiac zone zoom
    """
}
